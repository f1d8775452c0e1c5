import { events } from '@mms/sdk'
import type { RecordKind } from '@mms/sdk/records'
import { medicineKeys } from '../keys.ts'
import * as words from '../words/medicines.ts'
import { MEDICINES_PATH } from './api.ts'

export const medicineKind: RecordKind = {
  noun: words.medicine,
  plural: 'medicines',
  api: MEDICINES_PATH,
  page: '/medicines',
  key: medicineKeys(),
  event: 'medicines-changed',
  emit: (medicineIds) => events.emit('medicines-changed', { medicineIds }),
}
