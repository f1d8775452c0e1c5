// Loaded by `--import` in development: reports every imported file to the supervisor.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const isOurs = (url: string) => url.startsWith('file:') && !url.includes('/node_modules/')

if (isMainThread) {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      if (isOurs(resolved.url)) process.send?.({ type: 'imported', file: fileURLToPath(resolved.url) })
      return resolved
    },
  })
}
