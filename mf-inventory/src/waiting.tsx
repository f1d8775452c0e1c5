import { problemOf } from '@mms/sdk/queries'
import { ProblemCard, TableSkeleton } from '@mms/ui'

interface Props {
  query: Parameters<typeof problemOf>[0] & { isError: boolean }
  failure: string
  loading: string
}

/** In place of rows that are not there: a skeleton, or why they could not be loaded. */
export const Waiting = ({ query, failure, loading }: Props) =>
  query.isError ? <ProblemCard {...problemOf(query, failure)} /> : <TableSkeleton text={loading} />
