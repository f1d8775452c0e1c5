import { Box, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'

export interface StatCardProps {
  label: string
  value: string
  icon?: ReactNode
  /** Icon colour: `brand` for plain figures, `red` and `orange` for those that need attention. */
  tone?: 'brand' | 'red' | 'orange' | 'blue' | 'gray'
  footer?: ReactNode
}

/** Long figures hide the icon. Up to twelve digits fit beside it in 15 rem. */
const whereThereIsRoom = (digits: number) => ({
  [`@container (max-width: ${digits > 12 ? 20 : 15}rem)`]: { display: 'none' },
})

export function StatCard({ label, value, icon, tone = 'brand', footer }: StatCardProps) {
  return (
    <Card p="3">
      <Flex justify="space-between" align="start" gap="3" containerType="inline-size">
        <div>
          <Text color="fg.muted" textStyle="sm" fontWeight="medium">
            {label}
          </Text>
          <Text
            textStyle="3xl"
            fontSize="min(1.875rem, 10cqi)"
            fontWeight="bold"
            whiteSpace="nowrap"
            fontVariantNumeric="tabular-nums"
            letterSpacing="tight"
          >
            {value}
          </Text>
        </div>
        {icon ? (
          <Box
            colorPalette={tone}
            bg="colorPalette.subtle"
            color="colorPalette.fg"
            p="2.5"
            borderRadius="lg"
            aria-hidden
            css={whereThereIsRoom(value.length)}
          >
            {icon}
          </Box>
        ) : null}
      </Flex>
      {footer ? <Box textStyle="sm">{footer}</Box> : null}
    </Card>
  )
}
