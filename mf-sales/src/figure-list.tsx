import { Flex, Text } from '@mms/ui'

interface Props {
  figures: readonly (readonly [name: string, figure: string])[]
  label?: string
}

export const FigureList = ({ figures, label }: Props) => (
  <Flex as="dl" aria-label={label} columnGap="8" rowGap="3" wrap="wrap">
    {figures.map(([name, figure]) => (
      <div key={name}>
        <Text as="dt" color="fg.muted" textStyle="xs">
          {name}
        </Text>
        <Text as="dd" fontWeight="semibold" fontVariantNumeric="tabular-nums">
          {figure}
        </Text>
      </div>
    ))}
  </Flex>
)
