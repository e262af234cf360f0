/** How many of `count` items in order come before a place: the number of the first of which that is not true. */
export function firstNot(count: number, comesBefore: (i: number) => boolean, from = 0): number {
  let [low, high] = [from, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comesBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
