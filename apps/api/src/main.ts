// The first file of the program, which loads nothing by itself: what comes after it is compiled once, not at every start.
import { keepCompiledCode } from './compiled-code.js';

keepCompiledCode();
await import('./serve.js');
