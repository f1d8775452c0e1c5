import { usePageTitle, useSession } from '@mms/sdk'
import { Alert, PageHeader } from '@mms/ui'
import type { ReactNode } from 'react'

interface Props {
  title: string
  refusal: string
  children: ReactNode
}

export function AdministratorsPage({ title, refusal, children }: Props) {
  usePageTitle(title)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  if (isAdmin) return children
  return (
    <>
      <PageHeader title={title} />
      <Alert status="warning" title={refusal} />
    </>
  )
}
