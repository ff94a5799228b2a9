// Entry point for process managers that were set up with earlier versions. The TypeScript compiler (17 MiB) then stays
// loaded.
import './main.js';
