import { outsideUrl, serviceSettings } from '@mms/service-kit/config'
import { outboundSettings } from '@mms/service-kit/outbound-settings'
import { z } from 'zod'

export const settings = z.object({
  ...serviceSettings,
  ...outboundSettings,
  /** Where the internal routes of inventory are, e.g. `http://127.0.0.1:5002`. */
  INVENTORY_URL: z.url(),
  /** Where those of sales are. */
  SALES_URL: z.url(),
  /** Where alerts are; without it reports say nothing of them. */
  ALERTS_URL: z.url().optional(),
  /**
   * A weather service that speaks Open-Meteo's format; without it the climate comes from the normals. Open-Meteo itself
   * is free for non-commercial use only: `https://api.open-meteo.com`, or `https://customer-api.open-meteo.com` with a key.
   */
  WEATHER_URL: outsideUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  /** The key of that service, where it wants one. */
  WEATHER_API_KEY: z.string().optional(),
})
