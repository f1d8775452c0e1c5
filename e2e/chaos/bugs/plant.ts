import { registerHooks } from 'node:module'
import { bugs } from './bugs.ts'
import { plantedSources } from './planted-sources.ts'

/**
 * Loaded before a service (`--import`): plants the bug that CHAOS_BUG names into its source text, so that
 * the services themselves hold no switch. A text that is not there any more ends the process.
 */
const bug = bugs.find(({ name }) => name === process.env.CHAOS_BUG)
if (!bug) throw new Error(`There is no bug ${process.env.CHAOS_BUG}`)
const sources = plantedSources(bug)

registerHooks({
  load(url, context, nextLoad) {
    const source = sources.get(url)
    return source === undefined
      ? nextLoad(url, context)
      : { format: 'module-typescript', source, shortCircuit: true }
  },
})
