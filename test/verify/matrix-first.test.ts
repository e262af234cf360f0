import { matrixTest } from './matrix/half.js';

matrixTest(0);
