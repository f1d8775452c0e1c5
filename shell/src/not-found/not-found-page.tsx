import { Link, usePageTitle } from '@mms/sdk'
import { Button, EmptyState, PageHeader, SearchIcon } from '@mms/ui'

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon={<SearchIcon />}
        title="There is nothing at this address"
        text="The link may be old, or the address may have been mistyped."
        actions={
          <Button asChild>
            <Link to="/">Go to the dashboard</Link>
          </Button>
        }
      />
    </>
  )
}
