import { AuditPage } from '@mms/sdk/audit'
import { changeWords } from './words.ts'

export const ChangesPage = () => (
  <AuditPage
    title="Changes of medicines"
    text="Who added, changed or deleted a medicine: prices, expiry dates, minimum stock. Stock itself is in the history of each medicine."
    path="/api/medicines/history"
    words={changeWords}
  />
)
