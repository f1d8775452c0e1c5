import { z } from 'zod'
import { isTimeZone } from './store-date.ts'

/** `yyyy-mm-dd` from 1900 on. The day must exist, so 2026-02-30 is invalid. */
export const calendarDateSchema = z.iso
  .date('enter a valid date')
  .refine((date) => date >= '1900-01-01', 'must not be before 1900')

export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be a time zone such as Asia/Kolkata')
