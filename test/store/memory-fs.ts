import type { FileSystem } from '../../simulator/store/file-system.js';
import { nodeFileSystem } from '../../simulator/store/file-system.js';

/** A disk with room for `capacity` bytes: the write that does not fit is cut, as a real one is, and fails with ENOSPC. */
export function smallDisk(capacity: number): FileSystem & { written: () => number } {
  let written = 0;
  return {
    ...nodeFileSystem,
    written: () => written,
    async openFile(path, how) {
      const file = await nodeFileSystem.openFile(path, how);
      return {
        ...file,
        async write(bytes) {
          const fits = Math.min(bytes.length, capacity - written);
          written += fits;
          await file.write(bytes.subarray(0, fits));
          if (fits < bytes.length) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        },
      };
    },
  };
}
