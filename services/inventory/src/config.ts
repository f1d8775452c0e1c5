import { DEFAULT_TIME_ZONE } from '@mms/contracts'
import { loadConfig, serviceSettings } from '@mms/service-kit'
import { z } from 'zod'

const timeZones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Kolkata'])

const settings = z.object({
  ...serviceSettings,
  /** "Today", expiry and the expiring filter follow it. */
  STORE_TIME_ZONE: z
    .string()
    .default(DEFAULT_TIME_ZONE)
    .refine((zone) => timeZones.has(zone), 'must be a time zone such as Asia/Kolkata'),
  /** Whether the sample medicines can be loaded into an empty store. */
  SAMPLE_DATA: z.enum(['on', 'off']).default('on'),
})

export const readConfig = () => loadConfig(settings, process.env)
