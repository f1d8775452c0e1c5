import { AuditPage } from '@mms/sdk/audit'
import { userHistoryWords } from './history-words.ts'

export const HistoryPage = () => (
  <AuditPage
    title="Sign-ins and changes"
    text="Sign-ins, refused sign-ins and changes to users."
    path="/api/users/history"
    words={userHistoryWords}
  />
)
