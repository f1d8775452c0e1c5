import type { BillDocument, CreateNote } from '@mms/contracts'
import { http } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { billKeys } from '../keys.ts'
import { BILLS_PATH } from '../paths.ts'

const notesPath = (billId: string) => `${BILLS_PATH}/${encodeURIComponent(billId)}/notes`

export const useNotes = (billId: string) =>
  useGet<BillDocument[]>(billKeys(billId, 'notes'), notesPath(billId))

export const createNote = async (billId: string, body: CreateNote): Promise<BillDocument> =>
  (await http.post<BillDocument>(notesPath(billId), { body, quiet: true })).data
