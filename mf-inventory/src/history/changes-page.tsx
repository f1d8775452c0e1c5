import { AuditPage } from '@mms/sdk/audit'
import * as words from '../words/history.ts'
import { changeWords } from './history-lines.ts'

export const ChangesPage = () => (
  <AuditPage
    title={words.medicineChanges}
    text={words.changesText}
    path="/api/medicines/history"
    words={changeWords}
  />
)
