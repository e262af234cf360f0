import { existsSync } from 'node:fs';

/** Where Chromium usually is; CHROMIUM names another place. Without one the tests of pages fail: `apt-get install chromium`. */
export const CHROMIUM =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path)) ??
  'chromium';
