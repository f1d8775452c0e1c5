import { type Alert, MEDICINE_DEMAND_PAGE } from '@mms/contracts'
import { generatePath, Link } from '@mms/sdk'
import { useHasPage } from '@mms/sdk/pages'
import { Button } from '@mms/ui'
import { nextSteps } from '../words/alerts.ts'

const SALES_PAGE = '/sales'

export function NextStep({ alert: { type, medicineId } }: { alert: Alert }) {
  const step = Object.hasOwn(nextSteps, type) ? nextSteps[type as keyof typeof nextSteps] : undefined
  const page = step?.record ? SALES_PAGE : MEDICINE_DEMAND_PAGE
  const hasPage = useHasPage(page)
  if (!step || !medicineId || !hasPage) return null
  const { _id, name } = medicineId
  return (
    <Button asChild size="sm" variant="outline">
      <Link
        to={generatePath(page, { id: _id })}
        state={step.record ? { record: { medicineId: _id, ...step.record } } : undefined}
        aria-label={`${step.label}: ${name}`}
      >
        {step.label}
      </Link>
    </Button>
  )
}
