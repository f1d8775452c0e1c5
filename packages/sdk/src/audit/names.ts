import type { AuditEntry, User } from '@mms/contracts'
import { areaKeys } from '@mms/sdk'
import { useGet } from '../queries/index.ts'
import type { AuditWords } from './words.ts'

export const keys = areaKeys('audit')

export function useNames({ subjects = {} }: AuditWords) {
  const { data: users = [] } = useGet<User[]>(keys('users'), '/api/users', { staleTime: 30_000 })
  const nameOf = (id: string | null) => users.find(({ _id }) => _id === id)?.name
  return {
    users,
    actorOf: ({ actorId, actorName }: AuditEntry, none = '-') => actorName ?? nameOf(actorId) ?? none,
    subjectOf: ({ subject, subjectName }: AuditEntry) =>
      subjectName ?? subjects[subject] ?? nameOf(subject) ?? subject,
  }
}
export type Names = ReturnType<typeof useNames>
