import { loadConfig, serviceSettings } from '@mms/service-kit'
import { z } from 'zod'

const settings = z.object({
  ...serviceSettings,
  /** Whether the sample medicines can be loaded into an empty store. */
  SAMPLE_DATA: z.enum(['on', 'off']).default('on'),
})

export const readConfig = () => loadConfig(settings, process.env)
