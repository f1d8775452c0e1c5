import { alertTypes } from '@mms/contracts'
import { Box, Heading, InfoIcon, SimpleGrid, Text } from '@mms/ui'
import { useState } from 'react'
import { typeWords } from './words.ts'

/** Open on wide screens only. On a phone it would push the list out of sight. */
const hasRoom = () => window.matchMedia?.('(min-width: 48rem)').matches ?? true

export function TypesExplained() {
  const [open] = useState(hasRoom)
  return (
    <Box asChild bg="bg.panel" borderWidth="1px" borderRadius="xl" boxShadow="xs" p={{ base: '4', md: '5' }}>
      <details open={open}>
        <Box asChild cursor="pointer" color="fg" css={{ '& > h2': { display: 'inline-block' } }}>
          <summary>
            <Heading as="h2" size="sm" ms="1">
              <Box as="span" display="inline-flex" verticalAlign="text-bottom" me="2" color="fg.info">
                <InfoIcon size={18} aria-hidden />
              </Box>
              Alert Types Explained
            </Heading>
          </summary>
        </Box>
        <SimpleGrid as="dl" columns={{ base: 1, md: 2, xl: 5 }} gap="4" mt="4">
          {alertTypes.map((type) => (
            <div key={type}>
              <Text as="dt" fontWeight="semibold" textStyle="sm">
                {typeWords[type].title}
              </Text>
              <Text as="dd" color="fg.muted" textStyle="sm">
                {typeWords[type].explanation}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      </details>
    </Box>
  )
}
