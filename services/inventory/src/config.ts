import { DEFAULT_TIME_ZONE, storeDate } from '@mms/contracts'
import { loadConfig, serviceSettings } from '@mms/service-kit'
import { z } from 'zod'

function isTimeZone(zone: string): boolean {
  try {
    return storeDate(zone) !== ''
  } catch {
    return false
  }
}

const settings = z.object({
  ...serviceSettings,
  /** "Today", expiry and the expiring filter follow it. */
  STORE_TIME_ZONE: z
    .string()
    .default(DEFAULT_TIME_ZONE)
    .refine(isTimeZone, 'must be a time zone such as Asia/Kolkata'),
  /** Whether the sample medicines can be loaded into an empty store. */
  SAMPLE_DATA: z.enum(['on', 'off']).default('on'),
})

export const readConfig = () => loadConfig(settings, process.env)
