import { Box } from '@mms/ui'
import { encode } from 'uqr'

/** Dark on light in both colour modes, because some cameras cannot read it inverted. */
export function QrCode({ text, label, width = '12rem' }: { text: string; label: string; width?: string }) {
  const { data, size } = encode(text, { border: 3 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <Box bg="white" borderRadius="lg" overflow="hidden" width={width} maxW="full" mx="auto">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={dark.join('')} fill="black" />
      </svg>
    </Box>
  )
}
