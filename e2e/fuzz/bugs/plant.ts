import { plantSources } from '../../chaos/bugs/plant-sources.ts'
import { plantedSources } from '../../chaos/bugs/planted-sources.ts'
import { bugs } from './bugs.ts'

/** Loaded before the processes of a run with planted bugs (`--import`). */
plantSources(plantedSources(bugs[new URL(import.meta.url).searchParams.get('bugs') as keyof typeof bugs]))
