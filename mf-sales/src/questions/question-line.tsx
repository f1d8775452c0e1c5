import type { Question } from '@mms/contracts'
import { Text } from '@mms/ui'
import { questionText } from './words.ts'

export function QuestionLine({ question }: { question: Question }) {
  return (
    <Text as="span" role="alert" display="block" color="orange.fg" fontWeight="semibold">
      {questionText(question)}
    </Text>
  )
}
