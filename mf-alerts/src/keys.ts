import { areaKeys } from '@mms/sdk'

const keys = areaKeys('alerts')

/** Head of every query about alerts: all of them follow what happens to one. */
export const alertKeys = (...parts: readonly unknown[]) => keys('alerts', ...parts)
