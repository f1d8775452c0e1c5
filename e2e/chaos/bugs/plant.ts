import { bugs } from './bugs.ts'
import { plantSources } from './plant-sources.ts'
import { plantedSources } from './planted-sources.ts'

/**
 * Loaded before a service (`--import`): plants the bug that CHAOS_BUG names into its source text, so that
 * the services themselves hold no switch. A text that is not there any more ends the process.
 */
const bug = bugs.find(({ name }) => name === process.env.CHAOS_BUG)
if (!bug) throw new Error(`There is no bug ${process.env.CHAOS_BUG}`)
plantSources(plantedSources(bug))
