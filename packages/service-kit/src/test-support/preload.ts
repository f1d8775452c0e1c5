import { flushCompileCache } from 'node:module'

// Loaded before the program that a test starts. Node keeps what it compiled only at a proper end, and most of these
// are killed; so it does as soon as the test asks, and the next start takes a third less.
process.on('message', (message) => {
  if (message === 'keep-compiled') flushCompileCache()
})
