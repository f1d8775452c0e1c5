import { useEffect } from 'react'
import {
  type DefaultValues,
  type Field,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { type FormRules, unreadable } from './form-rules.ts'

/** Events that end a press. A select list that opens under the pointer swallows `pointerup`. */
const ENDS = ['pointerup', 'pointercancel', 'pointermove', 'keydown'] as const

/** Resolves after the click of the current press. Undefined if no button is pressed. */
let pressed: Promise<void> | undefined

/** Tracks presses on the page. Returns a function to stop. */
function followPresses(): () => void {
  const following = new AbortController()
  const onDown = () => {
    pressed = untilReleased()
  }
  document.addEventListener('pointerdown', onDown, { capture: true, signal: following.signal })
  return () => following.abort()
}

function untilReleased(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const over = new AbortController()
  const end = (event: Event) => {
    if (event.type === 'pointermove' && (event as PointerEvent).buttons !== 0) return
    over.abort()
    if (pressed === promise) pressed = undefined
    // A timeout runs after the click event.
    setTimeout(resolve)
  }
  for (const type of ENDS) document.addEventListener(type, end, { capture: true, signal: over.signal })
  return promise
}

/**
 * Creates a form that validates a field on blur and on saving, and an invalid field at each keystroke. Errors appear
 * only after the pointer is released: earlier they would move the button that is being pressed.
 */
export function useSchemaForm<Values extends FieldValues, Body, Name extends string>(
  rules: FormRules<Values, Body, Name>,
  initial: Values = rules.empty,
): UseFormReturn<Values> {
  useEffect(followPresses, [])
  return useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: resolverOf(rules),
    mode: 'onTouched',
  })
}

function resolverOf<Values extends FieldValues, Body, Name extends string>(
  rules: FormRules<Values, Body, Name>,
): Resolver<Values> {
  return async (values, _, { fields }) => {
    await pressed
    const result = rules.validate(values)
    const controlOf = (name: Name) => (get(fields, name) as Field['_f'] | undefined)?.ref
    const found = { ...('errors' in result && result.errors), ...unreadable(rules.labels, controlOf) }
    if (Object.keys(found).length === 0) return { values, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const [field, message] of Object.entries(found)) set(errors, field, { type: 'rule', message })
    return { values: {}, errors }
  }
}

export function fieldProps<Values extends FieldValues>(form: UseFormReturn<Values>, field: Path<Values>) {
  return { ...form.register(field), error: form.getFieldState(field, form.formState).error?.message }
}
