import { failureTitle, reasonText } from '@mms/sdk'
import { ProblemCard } from '@mms/ui'

interface Props {
  /** Said where the error has no title of its own: "Failed to load users" */
  title: string
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}

/** In the place of what could not be loaded: why, and a button to try again. */
export function FailedQueryAlert({ title, query: { error, isFetching, refetch } }: Props) {
  return (
    <ProblemCard title={failureTitle(error, title)} onRetry={() => void refetch()} retrying={isFetching}>
      {reasonText(error)}
    </ProblemCard>
  )
}
