/** What the API answers, by method and path, as the contract has it: for the types in the console's comments. */
import type {paths} from './contract';

/** A path of the contract as a program writes it: with anything in the place of its parameters. */
type Written<P extends string> = P extends `${infer Before}{${string}}${infer After}` ? `${Before}${string}${Written<After>}` : P;

/** The paths of the contract that a text may mean, with a query or without. */
type Meant<T extends string> = {
  [P in keyof paths & string]: T extends Written<P> | `${Written<P>}?${string}` ? P : never;
}[keyof paths & string];

/** A path that stands in the contract as it is means itself, whatever templates would take it, too. */
type Path<T extends string> = T extends keyof paths ? T : Meant<T>;

type Json<O> = O extends {responses: infer R}
  ? {[S in keyof R & (200 | 201 | 202)]: R[S] extends {content: {'application/json': infer J}} ? J : never}[keyof R & (200 | 201 | 202)]
  : never;

/** The JSON of a success; of a path that is put together at run time anything, and of one that is none nothing. */
export type Reply<M extends string, T extends string> = T extends `/${string}`
  ? Typed<M, T>
  : any;

type Typed<M extends string, T extends string> = Lowercase<M> extends infer V
  ? Path<T> extends infer P extends keyof paths
    ? V extends keyof paths[P]
      ? Json<paths[P][V]>
      : unknown
    : unknown
  : unknown;
