import { Link, usePageTitle, useParams, useRefetchOn, useWayBack } from '@mms/sdk'
import { isUnknown, problemOf, useGet } from '@mms/sdk/queries'
import { Button, EditIcon, PageHeader, PageLoader, ProblemCard } from '@mms/ui'
import type { ReactNode } from 'react'
import { capitalize, pathOf, type RecordKind, type Stored } from './record-kind.ts'

interface Props<Shown> {
  kind: RecordKind
  text?: (record: Shown) => ReactNode
  /** Rendered between heading and content, also while loading. */
  tabs?: (id: string) => ReactNode
  children: (record: Shown) => ReactNode
}

/** The page `/<plural>/:id` with heading, *Edit* link and the area's content. */
export function RecordPage<Shown extends Stored>({ kind, text, tabs, children }: Props<Shown>) {
  const { id = '' } = useParams()
  const key = [...kind.key, 'one', id]
  useRefetchOn([kind.event], key)
  const query = useGet<Shown>(key, pathOf(kind, id))
  const { data, error, isError } = query
  const title = data?.name ?? capitalize(kind.noun)
  usePageTitle(title)
  if (isUnknown(error)) {
    return <ProblemCard title={`There is no such ${kind.noun}`}>It may have been deleted.</ProblemCard>
  }
  return (
    <>
      <PageHeader title={title} text={data && text?.(data)} actions={<EditLink kind={kind} id={id} />} />
      {tabs?.(id)}
      {data ? (
        children(data)
      ) : isError ? (
        <ProblemCard {...problemOf(query, `Failed to fetch ${kind.noun} details`)} />
      ) : (
        <PageLoader text={`Loading the ${kind.noun}...`} />
      )}
    </>
  )
}

function EditLink({ kind, id }: { kind: RecordKind; id: string }) {
  const { to, state } = useWayBack(kind.page)
  return (
    <Button asChild variant="outline">
      <Link to={`${kind.page}/edit/${id}`} state={{ list: { search: to.search, trail: state.trail } }}>
        <EditIcon aria-hidden />
        Edit
      </Link>
    </Button>
  )
}
