import { registerHooks } from 'node:module'

/** From now on modules are loaded with these source texts, by the URL of their file. */
export function plantSources(sources: Map<string, string>): void {
  registerHooks({
    load(url, context, nextLoad) {
      const source = sources.get(url)
      return source === undefined
        ? nextLoad(url, context)
        : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
