import { AuditPage } from '@mms/sdk/audit'
import { words } from './history-words.ts'

export const HistoryPage = () => (
  <AuditPage
    title="Sign-ins and changes"
    text="Who signed in, who was refused, and what changed for users."
    path="/api/users/history"
    words={words}
  />
)
