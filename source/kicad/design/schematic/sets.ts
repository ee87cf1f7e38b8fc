/** Disjoint sets: what was joined, directly or by way of others, has the same representative. */
export class Sets<Member> {
  readonly #above = new Map<Member, Member>();

  /** The representative of the set that `member` is in; one of its own where it was never joined. */
  find(member: Member): Member {
    let root = member;
    for (
      let above = this.#above.get(root);
      above !== undefined && above !== root;
      above = this.#above.get(root)
    ) {
      root = above;
    }
    for (let at = member; at !== root; ) {
      const above = this.#above.get(at) ?? root;
      this.#above.set(at, root);
      at = above;
    }
    this.#above.set(root, root);
    return root;
  }

  join(one: Member, other: Member): void {
    this.#above.set(this.find(other), this.find(one));
  }
}
