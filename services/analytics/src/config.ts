import { outsideUrlSchema, serviceSettings } from '@mms/service-kit/config'
import { outboundSettings } from '@mms/service-kit/outbound-settings'
import { z } from 'zod'

export const settings = z.object({
  ...serviceSettings,
  ...outboundSettings,
  /** Base URL of inventory's internal routes, e.g. `http://127.0.0.1:5002`. */
  INVENTORY_URL: z.url(),
  /** Base URL of sales' internal routes. */
  SALES_URL: z.url(),
  /** Base URL of alerts' internal routes. Without it reports show no alerts. */
  ALERTS_URL: z.url().optional(),
  /**
   * Address of a weather service in Open-Meteo's format; without it the normals apply. Open-Meteo is free for
   * non-commercial use only: `https://api.open-meteo.com`, or `https://customer-api.open-meteo.com` with a key.
   */
  WEATHER_URL: outsideUrlSchema.transform((url) => url.replace(/\/+$/, '')).optional(),
  /** Key of the weather service, if it needs one. */
  WEATHER_API_KEY: z.string().optional(),
})
