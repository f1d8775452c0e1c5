import { useStoreToday } from '@mms/sdk'
import { Button, Flex } from '@mms/ui'
import { type Days, namedDays } from './days.ts'
import type { HistoryFilters } from './filters.ts'

interface Props {
  filters: HistoryFilters
  onChoose: (days: Pick<Days, 'startDate' | 'endDate'>) => void
}

export function DayButtons({ filters, onChoose }: Props) {
  const today = useStoreToday()
  return (
    <Flex role="group" aria-label="Days" gap="2" wrap="wrap" mb="4" data-screen-only>
      {namedDays(today).map(({ name, startDate, endDate }) => {
        const isChosen = filters.startDate === startDate && filters.endDate === endDate
        return (
          <Button
            key={name}
            size="sm"
            variant={isChosen ? 'solid' : 'outline'}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? { startDate: '', endDate: '' } : { startDate, endDate })}
          >
            {name}
          </Button>
        )
      })}
    </Flex>
  )
}
