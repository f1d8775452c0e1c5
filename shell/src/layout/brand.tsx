import { Link, PRODUCT } from '@mms/sdk'
import { Box, Center, Flex } from '@mms/ui'

export function BrandMark({ size }: { size: string }) {
  return (
    <Center
      boxSize={size}
      borderRadius="lg"
      bg="brand.solid"
      color="brand.contrast"
      flexShrink={0}
      aria-hidden
    >
      <svg viewBox="0 0 24 24" width="62%" height="62%" fill="none" stroke="currentColor" strokeWidth="2.4">
        <title>Capsule</title>
        <path strokeLinecap="round" strokeLinejoin="round" d="M12 7.5v9M7.5 12h9" />
        <rect x="2" y="2" width="20" height="20" rx="7" />
      </svg>
    </Center>
  )
}

const markOnly = { '@media (min-width: 64rem) and (max-width: 88rem)': { display: 'none' } }

export function Brand() {
  return (
    <Flex
      asChild
      align="center"
      gap="2.5"
      fontWeight="bold"
      letterSpacing="tight"
      flexShrink={0}
      borderRadius="md"
    >
      <Link to="/" aria-label={PRODUCT}>
        <BrandMark size="8" />
        <Box as="span" display={{ base: 'none', sm: 'inline' }} whiteSpace="nowrap" css={markOnly}>
          {PRODUCT}
        </Box>
      </Link>
    </Flex>
  )
}
