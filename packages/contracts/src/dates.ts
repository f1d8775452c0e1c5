import { z } from 'zod'

/** A calendar date `yyyy-mm-dd` from 1900 on that exists (2026-02-30 does not). */
export const calendarDateSchema = z.iso
  .date('must be an existing date as yyyy-mm-dd')
  .refine((date) => date >= '1900-01-01', 'must not be before 1900')

/** An instant in UTC, ISO 8601 with milliseconds. */
export const instantSchema = z.iso.datetime()
