import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bugs } from './bugs.ts'

/**
 * Loaded before a service (`--import`): plants the bug that CHAOS_BUG names into its source text, so that
 * the services themselves hold no switch. A text that is not there any more ends the process.
 */
const root = resolve(import.meta.dirname, '../../..')
const bug = bugs.find(({ name }) => name === process.env.CHAOS_BUG)
if (!bug) throw new Error(`There is no bug ${process.env.CHAOS_BUG}`)

const planted = new Map<string, string>()
for (const { file, find, replace } of bug.patches) {
  const url = pathToFileURL(resolve(root, file)).href
  const source = planted.get(url) ?? readFileSync(new URL(url), 'utf8')
  if (source.split(find).length !== 2) throw new Error(`${bug.name}: not exactly once in ${file}: ${find}`)
  planted.set(
    url,
    source.replace(find, () => replace),
  )
}

registerHooks({
  load(url, context, nextLoad) {
    const source = planted.get(url)
    return source === undefined
      ? nextLoad(url, context)
      : { format: 'module-typescript', source, shortCircuit: true }
  },
})
