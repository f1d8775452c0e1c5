import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'
import { type ComponentProps, type MouseEvent, type ReactNode, type Ref, useId } from 'react'

interface Choice<Value extends string> {
  value: Value
  label: string
  palette: string
  keyName?: string
}

interface ChoiceFieldProps<Value extends string> {
  label: string
  name: string
  value: Value
  choices: readonly Choice<Value>[]
  onChange: (value: Value) => void
  hint?: ReactNode
  required?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** Colours of a selected choice, to use wherever it is shown. Contrast is at least 4.5:1 in every palette. */
export const choiceColors = {
  bg: { _light: 'colorPalette.700', _dark: 'colorPalette.300' },
  color: { _light: 'white', _dark: 'gray.950' },
}

/** Radio buttons, each with its own colour. A click does not move the focus. */
export function ChoiceField<Value extends string>({
  label,
  hint,
  required,
  ...group
}: ChoiceFieldProps<Value>) {
  const hintId = useId()
  return (
    <Box as="fieldset" minW="0" {...(hint ? { 'aria-describedby': hintId } : {})}>
      <Text as="legend" textStyle="sm" fontWeight="medium" mb="1.5">
        {label}
        {required ? (
          <Box as="span" aria-hidden color="fg.error" ms="1">
            *
          </Box>
        ) : null}
      </Text>
      <Grid
        templateColumns={{ base: 'repeat(3, 1fr)', sm: `repeat(${group.choices.length}, 1fr)` }}
        gap="1.5"
      >
        {group.choices.map((choice) => (
          <ChoiceButton key={choice.value} choice={choice} {...group} />
        ))}
      </Grid>
      {hint ? (
        <Box id={hintId} textStyle="xs" color="fg.muted" mt="1.5">
          {hint}
        </Box>
      ) : null}
    </Box>
  )
}

type ButtonProps<Value extends string> = Omit<ChoiceFieldProps<Value>, 'label' | 'choices'> & {
  choice: Choice<Value>
}

function ChoiceButton<Value extends string>({ choice, name, value, onChange, ref }: ButtonProps<Value>) {
  const isChosen = choice.value === value
  const choose = () => onChange(choice.value)
  const onClick = (event: MouseEvent) => {
    if (event.detail === 0) return
    event.preventDefault()
    choose()
  }
  return (
    <Flex
      as="label"
      colorPalette={choice.palette}
      direction="column"
      align="center"
      justify="center"
      position="relative"
      minH="11"
      px="1"
      borderWidth="1px"
      borderBottomWidth="4px"
      borderColor={isChosen ? choiceColors.bg : 'border.emphasized'}
      borderBottomColor={choiceColors.bg}
      borderRadius="md"
      textStyle="sm"
      lineHeight="1.2"
      cursor="pointer"
      {...(isChosen ? { ...choiceColors, fontWeight: 'bold' } : { bg: 'bg.panel', fontWeight: 'medium' })}
      css={withFocus}
      onMouseDown={keepFocus}
      onClick={onClick}
    >
      <chakra.input
        {...(isChosen && ref ? { ref } : {})}
        type="radio"
        name={name}
        value={choice.value}
        checked={isChosen}
        onChange={choose}
        aria-keyshortcuts={choice.keyName}
        {...unseen}
      />
      {choice.label}
      {choice.keyName ? (
        <Text as="span" aria-hidden textStyle="2xs" fontWeight="normal" css={ofKeyboards}>
          {choice.keyName}
        </Text>
      ) : null}
    </Flex>
  )
}

const ofKeyboards = { '@media (hover: none)': { display: 'none' } }

const keepFocus = (event: MouseEvent) => event.preventDefault()

const withFocus = {
  '&:has(:focus-visible)': {
    outline: '2px solid',
    outlineColor: 'colorPalette.focusRing',
    outlineOffset: '2px',
  },
}

const unseen: ComponentProps<typeof chakra.input> = {
  position: 'absolute',
  inset: '0',
  opacity: '0',
  pointerEvents: 'none',
}
