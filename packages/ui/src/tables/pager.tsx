import { Flex, Text } from '@chakra-ui/react'
import { ChevronLeft as ChevronLeftIcon, ChevronRight as ChevronRightIcon } from 'lucide-react'
import { Button } from '../actions/buttons.tsx'
import { formatCount } from '../format/format.ts'

export interface PagerProps {
  label: string
  from: number
  to: number
  total?: number | undefined
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  onFirst?: (() => void) | undefined
}

export function Pager({ label, from, to, total, onPrevious, onNext, onFirst }: PagerProps) {
  const range = from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`
  return (
    <Flex
      as="nav"
      aria-label={`Pages of ${label}`}
      justify="space-between"
      align="center"
      gap="3"
      wrap="wrap"
    >
      <Text color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums" aria-live="polite">
        {total === undefined ? range : `${range} of ${formatCount(total)}`}
      </Text>
      <Flex gap="2">
        {onFirst ? (
          <Button size="sm" variant="ghost" onClick={onFirst}>
            First page
          </Button>
        ) : null}
        <Button size="sm" variant="outline" disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeftIcon aria-hidden />
          Previous
        </Button>
        <Button size="sm" variant="outline" disabled={!onNext} onClick={onNext}>
          Next
          <ChevronRightIcon aria-hidden />
        </Button>
      </Flex>
    </Flex>
  )
}
