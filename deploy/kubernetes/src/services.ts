import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonParser } from '@mms/service-kit/config'
import { type ServiceList, serviceListSchema } from '@mms/service-kit/service-list'
import { root } from './deployables.ts'

export const readServices = (): ServiceList =>
  jsonParser(serviceListSchema)(readFileSync(join(root, 'deploy/services.json'), 'utf8'))
