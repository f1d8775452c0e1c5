import { serviceSettings } from '@mms/service-kit/config'
import { z } from 'zod'

export const settings = z.object({
  ...serviceSettings,
  /** `on` lets users load the sample medicines into an empty store. */
  SAMPLE_DATA: z.enum(['on', 'off']).default('on'),
})
