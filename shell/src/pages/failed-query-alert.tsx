import { failureTitle, reasonText } from '@mms/sdk'
import { ProblemCard } from '@mms/ui'

interface Props {
  title: string
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}

export function FailedQueryAlert({ title, query: { error, isFetching, refetch } }: Props) {
  return (
    <ProblemCard title={failureTitle(error, title)} onRetry={() => void refetch()} retrying={isFetching}>
      {reasonText(error)}
    </ProblemCard>
  )
}
