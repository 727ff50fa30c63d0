const hour = 9

/** At nine in the morning of the next day, where the person is. */
export function tomorrow(now: Date): Date {
  return daysFrom(now, 1)
}

/** At nine in the morning of the next Monday. */
export function nextWeek(now: Date): Date {
  return daysFrom(now, 7 - ((now.getDay() + 6) % 7))
}

function daysFrom(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
}
