import { Navigate, useParams } from '@mms/sdk'

/** The tab of a medicine. */
export function MedicineBillsPage() {
  const { id = '' } = useParams()
  return <Navigate to={`/bills?medicine=${encodeURIComponent(id)}`} replace />
}
