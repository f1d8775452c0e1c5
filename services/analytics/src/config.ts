import { serviceSettings } from '@mms/service-kit'
import { z } from 'zod'

/** `fetch` refuses an address with credentials, and its error would contain the password. */
const hasNoCredentials = (url: string) =>
  !URL.canParse(url) || (new URL(url).username === '' && new URL(url).password === '')
const HAS_CREDENTIALS = 'must not contain a user name or a password: such an address cannot be called'

export const settings = z.object({
  ...serviceSettings,
  /** Where the internal routes of the services are that are followed, e.g. `http://127.0.0.1:5002`. */
  INVENTORY_URL: z.url(),
  SALES_URL: z.url(),
  /** Where alerts are; without it reports say nothing of them. */
  ALERTS_URL: z.url().optional(),
  /**
   * A weather service that speaks Open-Meteo's format; without it the climate comes from the normals. Open-Meteo itself
   * is free for non-commercial use only: `https://api.open-meteo.com`, or `https://customer-api.open-meteo.com` with a key.
   */
  WEATHER_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine(hasNoCredentials, HAS_CREDENTIALS)
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  WEATHER_API_KEY: z.string().optional(),
})
