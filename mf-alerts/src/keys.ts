import { areaKeys } from '@mms/sdk'

const keys = areaKeys('alerts')

export const alertKeys = (...parts: readonly unknown[]) => keys('alerts', ...parts)
