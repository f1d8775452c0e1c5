import type { ScannedPack } from '@mms/contracts'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'
import { ASIDE, type useScannedBatch, warnOfExpired } from './use-scanned-batch.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

type PacksOf = (medicine: PickedMedicine) => readonly ScannedPack[]

export function useScannedPacks(form: TransactionFormApi) {
  const scanned = useRef<{ id: string; key: string; packs: readonly ScannedPack[] } | null>(null)
  const packsOf: PacksOf = ({ _id }) =>
    scanned.current?.id === _id && scanned.current.key === form.readKey() ? scanned.current.packs : []
  const remember = (medicine: PickedMedicine, pack: ScannedPack) => {
    scanned.current = { id: medicine._id, key: form.readKey(), packs: [pack, ...packsOf(medicine)] }
  }
  return { packsOf, isScanned: (medicine: PickedMedicine) => packsOf(medicine).length > 0, remember }
}

export function useJudgedAsSale(
  form: TransactionFormApi,
  packsOf: PacksOf,
  takeBatch: ReturnType<typeof useScannedBatch>,
): void {
  const { type } = form.values
  const judge = useEffectEvent(() => {
    const { medicine } = form.read()
    if (!medicine) return
    const packs = packsOf(medicine)
    if (packs.some((pack) => warnOfExpired(pack, medicine, ASIDE))) form.choose(null)
    else takeBatch(medicine, packs)
  })
  useEffect(() => {
    if (type === 'sale') judge()
  }, [type])
}
