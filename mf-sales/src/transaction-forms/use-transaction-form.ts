import { newKey, outbox } from '@mms/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { type Draft, drafts } from './draft.ts'
import { bodyOf, emptyForm, isEmpty, type TransactionFormValues, validateForm } from './form-values.ts'

export interface TransactionFormApi extends UseFormReturn<TransactionFormValues> {
  /** Idempotency-Key of what is being typed. */
  readKey: () => string
  /** What is typed under this key was taken: the next one begins. */
  finish: (key: string) => void
  /** The server has refused the last key for good: what is typed now goes under another. */
  changeKey: () => void
}

const resolver: Resolver<TransactionFormValues> = (values) => {
  const result = validateForm(values)
  if ('body' in result) return { values, errors: {} }
  const entries = Object.entries(result.errors).map(([field, message]) => [field, { type: 'rule', message }])
  return { values: {}, errors: Object.fromEntries(entries) }
}

/** The form's state, kept in the browser together with its key at every stroke. */
export function useTransactionForm(userId: string, startWith: Draft | undefined): TransactionFormApi {
  const [first] = useState(() => startWith ?? drafts.open(userId))
  const key = useRef(first.key)
  const form = useForm<TransactionFormValues>({
    defaultValues: first.values,
    resolver,
    shouldFocusError: false,
  })
  const { watch } = form
  const keep = useEffectEvent(() => {
    const values = form.getValues()
    // An empty form is not kept: two tabs that were opened on it have nothing in common.
    if (isEmpty(values)) drafts.remove(userId, key.current)
    else drafts.save(userId, { key: key.current, values })
  })
  useEffect(() => {
    keep()
    const { unsubscribe } = watch(() => keep())
    return unsubscribe
  }, [watch])

  const changeKey = () => {
    key.current = newKey()
    keep()
  }
  const finish = (taken: string) => {
    drafts.remove(userId, taken)
    if (taken !== key.current) return
    key.current = newKey()
    form.reset(emptyForm)
  }
  useSubmittedElsewhere(form, key, { finish, changeKey })
  return { ...form, readKey: () => key.current, finish, changeKey }
}

/**
 * Another tab showed the same draft and has submitted it. The same contents were the same sale: the form is done.
 * Other contents are another one, with a key of its own.
 */
function useSubmittedElsewhere(
  form: UseFormReturn<TransactionFormValues>,
  key: { readonly current: string },
  { finish, changeKey }: Pick<TransactionFormApi, 'finish' | 'changeKey'>,
): void {
  const follow = useEffectEvent((changed: string, submitted: object | undefined) => {
    if (changed !== key.current) return
    const typed = validateForm(form.getValues())
    const mine = 'body' in typed ? typed.body : bodyOf(form.getValues())
    if (JSON.stringify(submitted) === JSON.stringify(mine)) finish(changed)
    else changeKey()
  })
  useEffect(
    () =>
      outbox.onChange(({ key: changed, entry, before, elsewhere }) => {
        if (elsewhere) follow(changed, (entry ?? before)?.body)
      }),
    [],
  )
}
